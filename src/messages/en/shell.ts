import { clause } from '../spelling'

/** The system's menus and dialogs of the window around the page. */
export const shell = {
  fileMenu: 'File',
  editMenu: 'Edit',
  viewMenu: 'View',
  windowMenu: 'Window',
  about: 'About Deltascribe',
  services: 'Services',
  hide: 'Hide Deltascribe',
  hideOthers: 'Hide others',
  showAll: 'Show all',
  quit: 'Quit',
  close: 'Close window',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  fullScreen: 'Full screen',
  developerTools: 'Developer tools',
  minimize: 'Minimise',
  zoom: 'Zoom',
  hasToClose: 'Deltascribe has to close',
  pageStopped: ({ reason }: { reason: string }) =>
    `The page stopped again right after it was loaded (${clause(reason)}). What was saved is safe.`,
}

const SENT_TO_MACHINE = `For each pair that it makes a proposal for, it sends:
- both images of the pair, as they are
- the model that proposes, where it is not there yet
- names that you gave to regions, where names are on

They stay there in a cache folder of yours until others need the room. No captions and no masks of yours are sent.`

const SENT = `With each question about a pair, Deltascribe sends:
- both pictures of the pair, with the changed regions outlined
- the instruction, with the regions in words
- the name of the model, and the API key where there is one

It sends no file names, no folders and no other pairs.`

interface Server {
  origin: string
}

/** Questions about what a page asks for; each has a message, details and two answers. */
export const questions = {
  folder: 'Use this place?',
  folderDetail: ({ path }: { path: string }) =>
    `${path}\n\nIt was typed, and not chosen in a dialog. Deltascribe will read and write there.`,
  folderYes: 'Use it',
  folderNo: 'Do not use it',
  network: 'Fetch model packs over these addresses?',
  networkDetail: ({ addresses }: { addresses: string }) =>
    `${addresses}\n\nWhoever runs them sees which model packs you fetch. What comes is checked by its SHA-256.`,
  networkYes: 'Use them',
  networkNo: 'Do not use them',
  bucket: ({ origin }: Server) => `Read a bucket from ${origin}?`,
  bucketDetail: ({ address }: { address: string }) =>
    `${address}\n\nRequests are signed with your credentials for buckets. Whoever runs the server sees the key’s name, never its secret, and which images you look at.`,
  bucketYes: 'Read it',
  bucketNo: 'Do not read it',
  machine: ({ host }: { host: string }) => `Send images and models to ${host}?`,
  machineDetail: ({ command }: { command: string }) =>
    `Deltascribe logs in there over SSH, as you, and starts:\n${command}\n\n${SENT_TO_MACHINE}`,
  sentToMachine: SENT_TO_MACHINE,
  sending: ({ host }: { host: string }) => `Send pictures to ${host}?`,
  publicDetail: ({ origin }: Server) =>
    `${origin} lies on the public network. Whoever runs it will see what is sent, and may keep it.\n\n${SENT}`,
  networkServerDetail: ({ origin }: Server) =>
    `${origin} lies in your network, not on this machine. Whoever runs it will see what is sent, and may keep it.\n\n${SENT}`,
  sendYes: ({ host }: { host: string }) => `Send to ${host}`,
  sendNo: 'Do not send',
}
