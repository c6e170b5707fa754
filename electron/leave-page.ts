import type { WebContents } from 'electron'

/** Milliseconds after which a page that hangs, or is not there yet, is not waited for. */
const ANSWER_MILLISECONDS = 1000
/** Milliseconds that a page may take to store its work: somewhat more than it takes before it gives up itself. */
const STORE_MILLISECONDS = 11_000

/** Before another folder is opened: the page stores what is typed, drawn and clicked. */
export function leavePage(page: Pick<WebContents, 'ipc' | 'send'>): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(end, ANSWER_MILLISECONDS)
    function wait(): void {
      clearTimeout(timer)
      timer = setTimeout(end, STORE_MILLISECONDS)
    }
    function end(): void {
      clearTimeout(timer)
      page.ipc.off('shell:leaving', wait)
      page.ipc.off('shell:left', end)
      resolve()
    }
    page.ipc.on('shell:leaving', wait)
    page.ipc.on('shell:left', end)
    page.send('shell:leave')
  })
}
