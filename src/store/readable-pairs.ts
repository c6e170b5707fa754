/** In SQL, of a row of pairs: it is in this reading, and its files can be read. */
export const IS_READABLE = 'position IS NOT NULL AND problem IS NULL'
