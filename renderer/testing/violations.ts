import axe from 'axe-core'

/** What axe-core finds wrong with the page, in one line each, by all of its rules as in the stories. */
export async function violations(): Promise<string[]> {
  const found = await axe.run(document)
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  )
}
