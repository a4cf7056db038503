/** Sets of texts other than answers, whose license allows training: CC BY 3.0, MIT, Apache-2.0. */
export const MIXED_SOURCES = ['ghostbuster', 'fast-detect-gpt', 'seqxgpt']
