import { createHash } from 'node:crypto'
import {
  chmodSync,
  constants,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../build'
import { drawIcon } from './icon'
import { runTool } from './tools'

const HOME = 'opt/Deltascribe'
const DOCUMENTS = 'usr/share/doc/deltascribe'
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** What Electron's program and ONNX Runtime are linked to, and what Chromium opens as it runs. */
const DEPENDS = [
  'libasound2 | libasound2t64',
  'libatk-bridge2.0-0 | libatk-bridge2.0-0t64',
  'libatk1.0-0 | libatk1.0-0t64',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libc6 (>= 2.28)',
  'libcairo2',
  'libcups2 | libcups2t64',
  'libdbus-1-3',
  'libdrm2',
  'libexpat1',
  'libgbm1',
  'libgcc-s1',
  'libglib2.0-0 | libglib2.0-0t64',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnotify4',
  'libnspr4',
  'libnss3',
  'libpango-1.0-0',
  'libstdc++6',
  'libudev1',
  'libx11-6',
  'libx11-xcb1',
  'libxcb1',
  'libxcomposite1',
  'libxdamage1',
  'libxext6',
  'libxfixes3',
  'libxkbcommon0',
  'libxrandr2',
  'libxss1',
  'libxtst6',
]

const DESKTOP_ENTRY = `[Desktop Entry]
Type=Application
Name=Deltascribe
GenericName=Image pair workbench
Comment=Propose what changed between two images, correct it, export training data
Exec=/usr/bin/deltascribe %f
Icon=deltascribe
Terminal=false
Categories=Graphics;Science;
MimeType=inode/directory;
StartupWMClass=deltascribe
`

/** Where a package of this version lies in `out`. */
export function debPath(out: string, version: string): string {
  return join(out, `deltascribe_${version}_${debArchitecture()}.deb`)
}

/**
 * Packs the unpacked app, with its launcher in it, for Debian and Ubuntu. Returns the path.
 * @param compression `none` for a test: xz takes minutes
 */
export function makeDeb(
  unpacked: string,
  out: string,
  version: string,
  compression: 'xz' | 'none' = 'xz',
): string {
  const tree = join(out, 'deb')
  rmSync(tree, { recursive: true, force: true })
  cpSync(unpacked, join(tree, HOME), { recursive: true, mode: constants.COPYFILE_FICLONE })
  place(tree, 'usr/share/applications/deltascribe.desktop', DESKTOP_ENTRY)
  place(tree, 'usr/share/icons/hicolor/512x512/apps/deltascribe.png', drawIcon(512))
  place(tree, `${DOCUMENTS}/copyright`, copyright(unpacked))
  mkdirSync(join(tree, 'usr/bin'), { recursive: true })
  symlinkSync(`../../${HOME}/bin/deltascribe`, join(tree, 'usr/bin/deltascribe'))

  const files = filesOf(tree)
  files.forEach(setMode)
  // Chromium's sandbox where the system gives ordinary users no namespaces
  chmodSync(join(tree, HOME, 'chrome-sandbox'), 0o4755)
  const sums = files.map((path) => `${md5(path)}  ${relative(tree, path)}\n`)
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0)
  place(tree, 'DEBIAN/md5sums', sums.join(''))
  place(tree, 'DEBIAN/control', control(version, Math.ceil(bytes / 1024)))
  foldersOf(tree).forEach((path) => chmodSync(path, 0o755))

  const path = debPath(out, version)
  runTool('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', tree, path])
  rmSync(tree, { recursive: true })
  return path
}

/** @param kibibytes of the installed files */
function control(version: string, kibibytes: number): string {
  return `Package: deltascribe
Version: ${version}
Architecture: ${debArchitecture()}
Maintainer: The Deltascribe authors <deltascribe@users.noreply.github.com>
Installed-Size: ${kibibytes}
Depends: ${DEPENDS.join(', ')}
Recommends: libgl1, libvulkan1, xdg-utils
Section: graphics
Priority: optional
Description: workbench for image pairs
 Deltascribe proposes what changed between two images as masks and captions,
 lets you correct both, exports training data and fine-tunes its models.
 The command "deltascribe" opens the window, and runs in a terminal.
`
}

function copyright(unpacked: string): string {
  const electron = readFileSync(join(unpacked, 'LICENSE.electron.txt'), 'utf8')
  return `Deltascribe
===========

${readFileSync(join(root, 'LICENSE'), 'utf8')}
Electron
========

${electron}
Others
======

Chromium, with all that it is made of: /${HOME}/LICENSES.chromium.html
Packages of the npm registry: /${HOME}/LICENSES.packages.txt
Models: a page on each lies in /${HOME}/resources/models and /${HOME}/resources/nanodet
`
}

function debArchitecture(): string {
  return ARCHITECTURES[process.arch] ?? process.arch
}

function place(tree: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), content, { mode: 0o644 })
}

/** Modes do not depend on the umask of who packs. */
function setMode(path: string): void {
  chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
}

/** Plain files, sorted. */
function filesOf(tree: string): string[] {
  return entriesOf(tree)
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function foldersOf(tree: string): string[] {
  return [
    tree,
    ...entriesOf(tree)
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name)),
  ]
}

function entriesOf(tree: string) {
  return readdirSync(tree, { withFileTypes: true, recursive: true })
}

function md5(path: string): string {
  return createHash('md5').update(readFileSync(path)).digest('hex')
}
