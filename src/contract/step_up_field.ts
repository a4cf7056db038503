/** The task of step-up verification, without dependencies, for the browser. */

export const STEP_UP_RESULTS = ['passed', 'failed', 'unknown'] as const
export type StepUpResult = (typeof STEP_UP_RESULTS)[number]

/** The name of the task's field in the recorded events. It contains the task, so no earlier event can have it. */
export const stepUpField = (task: string): string => `step-up-${task}`

export const isStepUpField = (label: string): boolean => /^step-up-[A-Za-z0-9_-]{22}$/.test(label)

/** The page sends the task when this share of the sentence was entered. Mistakes and omissions do not matter. */
export const STEP_UP_LEAST_SHARE = 0.85
