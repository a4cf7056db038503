/** All figures of the survey analysis of text. */

import type { Share } from '../../../tools/wilson.ts'
import { type AnswerSets, readAnswerSets } from './answer_sets.ts'
import {
  gibberishFigures,
  type OffTopicFigures,
  offTopicFigures,
  type ProfanityFigures,
  profanityFigures,
  rewriteFigures,
} from './content_figures.ts'
import { type EffortFigures, effortFigures } from './effort_figures.ts'
import { type GptFigures, gptFigures } from './gpt_figures.ts'
import { type PeopleFigures, peopleFigures } from './people_figures.ts'

export interface SurveyFigures {
  readonly people: PeopleFigures
  readonly gpt: GptFigures
  readonly gibberish: Readonly<Record<string, Share>>
  readonly offTopic: { readonly alone: OffTopicFigures; readonly withTwelve: OffTopicFigures }
  readonly profanity: Readonly<Record<string, ProfanityFigures>>
  readonly effort: EffortFigures
  readonly rewrites: Readonly<Record<string, number>>
}

const OTHERS = 12

/** Null if the folder has no answers. */
export function surveyFigures(data: string, all: boolean): SurveyFigures | null {
  const sets: AnswerSets = readAnswerSets(data, all)
  if (sets.people.length === 0 && sets.gpt.length === 0) return null
  return {
    people: peopleFigures(sets),
    gpt: gptFigures(sets),
    gibberish: gibberishFigures(sets),
    offTopic: { alone: offTopicFigures(sets, 0), withTwelve: offTopicFigures(sets, OTHERS) },
    profanity: profanityFigures(sets),
    effort: effortFigures(sets),
    rewrites: rewriteFigures(sets),
  }
}
