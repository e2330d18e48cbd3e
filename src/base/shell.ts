/** A word as a POSIX shell reads it back: in quotes where it has characters that mean something there. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
