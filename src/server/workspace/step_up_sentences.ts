/** The sentences for step-up verification that a workspace stores. */
import { Compile } from 'typebox/schema'
import { StepUpSentences } from '../../contract/step_up_sentences.ts'
import type { WorkspaceSettings } from './settings_cache.ts'

const areSentences = Compile(StepUpSentences)

/** None if the stored ones are not valid. */
export const sentencesOf = ({ step_up_sentences }: WorkspaceSettings): string[] =>
  areSentences.Check(step_up_sentences) ? step_up_sentences : []
