/** Facts of captions tell since whether words speak of a rejected region: such documents are read again. */
export const CAPTIONS_OF_REJECTED = `
  DELETE FROM pair_facts WHERE regions NOT LIKE '[0%';
`
