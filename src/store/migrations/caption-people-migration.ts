/** Facts of captions tell since whether a person wrote them: documents with captions of no proposal are read again. */
export const CAPTIONS_OF_PEOPLE = `
  DELETE FROM pair_facts WHERE captions LIKE '%,0]%' OR captions LIKE '%,2]%';
`
