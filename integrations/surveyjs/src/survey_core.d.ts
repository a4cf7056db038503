/**
 * The parts of survey-core that the integration uses, so that it compiles without the package. The declarations of the
 * integration import the types of the installed survey-core.
 */
declare module 'survey-core' {
  interface Question {
    readonly name: string
    readonly processedTitle: string
    readonly value: unknown
    readonly [property: string]: unknown
  }
  interface Event<Options> {
    add(listener: (sender: SurveyModel, options: Options) => unknown): void
  }
  interface SurveyModel {
    readonly onAfterRenderQuestion: Event<{ question: Question; htmlElement: HTMLElement }>
    readonly onCompleting: Event<object>
    readonly onServerValidateQuestions: Event<{ errors: object; complete: () => void }>
    getQuestionByName(name: string): Question | null
    setValue(name: string, value: unknown): void
  }
  const Serializer: {
    addProperty(type: string, property: { name: string; default: boolean; category: string }): void
  }
}
