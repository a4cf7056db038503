/** A survey with a question for consent and two open-ended questions, with the elements of a Qualtrics export. */
import type { Qsf } from './qsf.ts'

const SURVEY = 'SV_0000000000Byhand'
const BLOCK = 'BL_0000000000Byhand'
const RESPONSES = 'RS_0000000000Byhand'

export function sampleSurvey(): Qsf {
  const element = (Element: string, PrimaryAttribute: string, Payload: unknown, more = {}) => ({
    SurveyID: SURVEY,
    Element,
    PrimaryAttribute,
    SecondaryAttribute: null,
    TertiaryAttribute: null,
    ...more,
    Payload,
  })
  const questions = [
    question('QID1', 'Do you agree that this survey records how you type your answers?', {
      QuestionType: 'MC',
      Selector: 'SAVR',
      SubSelector: 'TX',
      Choices: { 1: { Display: 'Yes' }, 2: { Display: 'No' } },
      ChoiceOrder: ['1', '2'],
    }),
    question('QID2', 'What do you like about your neighborhood?', { QuestionType: 'TE', Selector: 'ML' }),
    question('QID3', 'What would you change there?', { QuestionType: 'TE', Selector: 'ML' }),
  ]
  const [consent, ...open] = questions.map(({ QuestionID }) => ({ Type: 'Question', QuestionID }))
  return {
    SurveyEntry: {
      SurveyID: SURVEY,
      SurveyName: 'Byhand example',
      SurveyDescription: null,
      SurveyOwnerID: 'UR_0000000000Byhand',
      SurveyBrandID: 'byhand',
      DivisionID: null,
      SurveyLanguage: 'EN',
      SurveyActiveResponseSet: RESPONSES,
      SurveyStatus: 'Inactive',
      SurveyStartDate: NEVER,
      SurveyExpirationDate: NEVER,
      SurveyCreationDate: NEVER,
      CreatorID: 'UR_0000000000Byhand',
      LastModified: NEVER,
      LastAccessed: NEVER,
      LastActivated: NEVER,
      Deleted: null,
    },
    SurveyElements: [
      element('BL', 'Survey Blocks', [
        {
          Type: 'Default',
          Description: 'Questions',
          ID: BLOCK,
          BlockElements: [consent, { Type: 'Page Break' }, ...open],
        },
        { Type: 'Trash', Description: 'Trash / Unused Questions', ID: 'BL_0000000001Byhand' },
      ]),
      element('FL', 'Survey Flow', {
        Flow: [{ ID: BLOCK, Type: 'Block', FlowID: 'FL_2' }],
        Properties: { Count: 2 },
        FlowID: 'FL_1',
        Type: 'Root',
      }),
      element('SO', 'Survey Options', OPTIONS),
      element('SCO', 'Scoring', SCORING),
      element(
        'PROJ',
        'CORE',
        { ProjectCategory: 'CORE', SchemaVersion: '1.1.0' },
        { TertiaryAttribute: '1.1.0' },
      ),
      element('STAT', 'Survey Statistics', { MobileCompatible: true, ID: 'Survey Statistics' }),
      element('QC', 'Survey Question Count', null, { SecondaryAttribute: String(questions.length) }),
      element('RS', RESPONSES, null, { SecondaryAttribute: 'Default Response Set' }),
      ...questions.map((payload) =>
        element('SQ', payload.QuestionID, payload, { SecondaryAttribute: payload.QuestionText }),
      ),
    ],
  }
}

const NEVER = '0000-00-00 00:00:00'

const question = (QuestionID: string, QuestionText: string, more: object) => ({
  QuestionText,
  DefaultChoices: false,
  DataExportTag: QuestionID.replace('QID', 'Q'),
  Configuration: { QuestionDescriptionOption: 'UseText' },
  QuestionDescription: QuestionText,
  Validation: { Settings: { ForceResponse: 'OFF', ForceResponseType: 'ON', Type: 'None' } },
  GradingData: [],
  Language: [],
  NextChoiceId: 4,
  NextAnswerId: 1,
  QuestionID,
  ...more,
})

const OPTIONS = {
  BackButton: 'true',
  SaveAndContinue: 'true',
  SurveyProtection: 'PublicSurvey',
  BallotBoxStuffingPrevention: 'false',
  NoIndex: 'Yes',
  SecureResponseFiles: 'true',
  SurveyExpiration: 'None',
  SurveyTermination: 'DefaultMessage',
  Header: '',
  Footer: '',
  ProgressBarDisplay: 'None',
  PartialData: '+1 week',
  ValidationMessage: '',
  PreviousButton: '',
  NextButton: '',
  SurveyTitle: 'Byhand example',
  SkinLibrary: 'qualtrics',
  SkinType: 'templated',
  Skin: { brandingId: null, templateId: '*base', overrides: null },
  NewScoring: 1,
}

const SCORING = {
  ScoringCategories: [],
  ScoringCategoryGroups: [],
  ScoringSummaryCategory: null,
  ScoringSummaryAfterQuestions: 0,
  ScoringSummaryAfterSurvey: 0,
  DefaultScoringCategory: null,
  AutoScoringCategory: null,
}
