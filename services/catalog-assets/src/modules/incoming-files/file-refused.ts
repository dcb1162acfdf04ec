/** A file is nothing that is kept. The message says why, as a sentence about "it": `is empty`. */
export class FileRefused extends Error {}
