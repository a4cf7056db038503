/** Without dependencies, for the browser. */

/** The name of the task's field in the recorded events. It contains the task, so no earlier event can have it. */
export const stepUpField = (task: string): string => `step-up-${task}`

export const isStepUpField = (label: string): boolean => /^step-up-[A-Za-z0-9_-]{22}$/.test(label)
