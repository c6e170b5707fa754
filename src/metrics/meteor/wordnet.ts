/**
 * Synsets from WordNet's own index files (wndb(5WN)): `lemma pos synset_cnt p_cnt [pointers] sense_cnt
 * tagsense_cnt offset...`. Parts of speech share one table, as in METEOR's data.
 */
export function parseWordNetIndex(text: string, synsets: Map<string, string>): void {
  for (const line of text.split('\n')) {
    // The licence at the top is indented.
    if (line === '' || line.startsWith(' ')) {
      continue
    }
    const fields = line.trim().split(' ')
    const offsets = fields.slice(-Number(fields[2])).join(' ')
    const known = synsets.get(fields[0])
    synsets.set(fields[0], known === undefined ? offsets : `${known} ${offsets}`)
  }
}
