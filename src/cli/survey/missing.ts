/** Sentences for what does not exist. */
export const noSurvey = (survey: string): string =>
  `There is no survey ${survey}. Run \`byhand surveys list\` to see all.`
