/** Newer versions of the app. */
export const updates = {
  title: 'Updates',
  explain: (feed: string) =>
    `Deltascribe looks for a newer version only when you press the button. It asks ${feed} for the list of versions, and sends nothing but that request: no name, no number of this machine, nothing of your work.`,
  never: {
    browser: 'This is served to a browser. It is updated where the program runs.',
    source: 'This runs from its source, which is updated with Git.',
    archive: 'This was unpacked from an archive, which is updated by unpacking a newer one.',
    'no-feed': 'This build knows no place to look for newer versions.',
  },
  look: 'Look for updates',
  looking: 'Looking for a newer version …',
  newest: (version: string) => `Version ${version} is the newest.`,
  found: (version: string) => `Version ${version} is there.`,
  notes: 'What is new',
  download: 'Download, and install when I close Deltascribe',
  downloading: (version: string) => `Version ${version} is being downloaded.`,
  cancel: 'Cancel the download',
  downloaded: (version: string) =>
    `Version ${version} was downloaded and checked. It is installed once you close Deltascribe.`,
  closeNow: 'Close and install now',
  busy: 'Work is running. It is installed whenever you close Deltascribe.',
  failed: {
    unreachable: (detail: string) => `Nothing answered there (${detail}). You can look again later.`,
    'no-list': (detail: string) => `There is no list of versions that can be read (${detail}).`,
    damaged: (detail: string) =>
      `What came is not the file that was announced, and was thrown away (${detail}). Nothing was installed.`,
    other: (detail: string) => `That failed: ${detail}`,
  },
}
