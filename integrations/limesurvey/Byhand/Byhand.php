<?php

require_once __DIR__ . '/ByhandClient.php';

/** Records open-ended questions with the browser script of a Byhand service, and stores its verdict with each response. */
class Byhand extends PluginBase
{
    protected static $name = 'Byhand';
    protected static $description = 'Records how open-ended questions are answered and stores a verdict with each response';

    protected $storage = 'DbStorage';
    protected $encryptedSettings = ['secretKey'];
    public $allowedPublicMethods = [];

    protected $settings = [
        'url' => [
            'type' => 'string',
            'label' => 'URL of the service',
            'help' => "Such as https://byhand.example.org. Participants' browsers and this server must be able to reach it.",
        ],
        'siteKey' => [
            'type' => 'string',
            'label' => 'Site key',
            'help' => 'Begins with bh_pk_. It must allow the origin of this LimeSurvey site.',
        ],
        'secretKey' => [
            'type' => 'password',
            'label' => 'Secret key',
            'help' => 'Begins with bh_sk_ and needs the permission "Analyze surveys". It stays on this server.',
        ],
        'script' => [
            'type' => 'string',
            'label' => 'Path of the browser script',
            'default' => '/byhand.js',
        ],
        'verdictQuestion' => [
            'type' => 'string',
            'label' => 'Code of the question that receives the verdict',
            'default' => 'byhandverdict',
            'help' => 'A short text question that is always hidden. Without it, download the verdicts from the tools menu of the survey.',
        ],
        'participantQuestion' => [
            'type' => 'string',
            'label' => 'Code of the question with the participant ID from a panel',
            'help' => 'Optional. Without it, the response ID is the participant ID.',
        ],
        'consentQuestion' => [
            'type' => 'string',
            'label' => 'Code of the question that asks for consent',
            'help' => 'Optional. If a survey has this question, Byhand records only the pages after an answer that gives consent.',
        ],
        'consentAnswer' => [
            'type' => 'string',
            'label' => 'Code of the answer that gives consent',
            'default' => 'Y',
        ],
    ];

    /** The session ID of a response without a recording. The service does not know it, so the verdict is never keep. */
    private const NO_SESSION = 'not-recorded';
    private const UNKNOWN = 'unknown';
    private const TABLE = 'verdicts';
    private const LONG_TEXT = [Question::QT_T_LONG_FREE_TEXT, Question::QT_U_HUGE_FREE_TEXT];
    /** Types that can be recorded. A short text is often a name, so the author selects it. */
    private const TEXT = [...self::LONG_TEXT, Question::QT_S_SHORT_FREE_TEXT];
    private const MAX_ID_BYTES = 256;

    /** The survey of the page that is being built, until its hidden fields are added. */
    private ?int $pageSurvey = null;

    public function init()
    {
        foreach (
            [
                'beforeActivate',
                'beforeSurveyPage',
                'beforeQuestionRender',
                'afterSurveyComplete',
                'newQuestionAttributes',
                'beforeSurveySettings',
                'newSurveySettings',
                'beforeToolsMenuRender',
                'newDirectRequest',
            ] as $event
        ) {
            $this->subscribe($event);
        }
    }

    public function beforeActivate(): void
    {
        if ($this->api->tableExists($this, self::TABLE)) {
            return;
        }
        $this->api->createTable($this, self::TABLE, [
            'id' => 'pk',
            'survey_id' => 'integer NOT NULL',
            'response_id' => 'integer NOT NULL',
            'verdict' => 'string NOT NULL',
            'checks_failed' => 'integer',
            'session_id' => 'string NOT NULL',
            'analyzed_at' => 'datetime NOT NULL',
        ]);
    }

    public function beforeSurveyPage(): void
    {
        $survey = (int) $this->event->get('surveyId');
        if (!$this->isActive($survey)) {
            return;
        }
        $this->rememberSession($survey);
        $this->pageSurvey = $survey;
        if ($this->questionOf($survey, 'consentQuestion') === null) {
            $this->loadScript();
        }
    }

    /** The first question of a page also gets the hidden fields that the script fills. */
    public function beforeQuestionRender(): void
    {
        // Reading attributes dispatches newQuestionAttributes, which replaces $this->event.
        $event = $this->event;
        $survey = (int) $event->get('surveyId');
        if (!$this->isActive($survey) || !$this->isConsentOnPage($survey)) {
            return;
        }
        $answers = (string) $event->get('answers');
        if ($this->isRecorded((int) $event->get('qid'), (string) $event->get('type'))) {
            $id = CHtml::encode((string) $event->get('code'));
            $answers = preg_replace(
                '/<(textarea\b|input\b(?=[^>]*\stype="text"))/',
                "<$1 data-byhand-question=\"$id\"",
                $answers,
                1
            ) ?? $answers;
        }
        if ($this->pageSurvey === $survey) {
            $this->pageSurvey = null;
            $this->loadScript();
            $answers .= CHtml::hiddenField('byhand_session_id', '', ['id' => 'byhand_session_id'])
                . CHtml::hiddenField('byhand_fingerprint_id', '', ['id' => 'byhand_fingerprint_id']);
        }
        $event->set('answers', $answers);
    }

    /** Nothing here may stop the end page of the survey. */
    public function afterSurveyComplete(): void
    {
        $survey = (int) $this->event->get('surveyId');
        $id = $this->event->get('responseId');
        if ($id === null || !$this->isActive($survey)) {
            return;
        }
        $session = App()->session["byhand_$survey"] ?? [];
        unset(App()->session["byhand_$survey"]);
        $result = ['verdict' => self::UNKNOWN];
        try {
            $result = $this->analyze($survey, (int) $id, $session) ?? $result;
        } catch (Throwable $problem) {
            $this->log("survey $survey, response $id: {$problem->getMessage()}", CLogger::LEVEL_ERROR);
        }
        try {
            $this->store($survey, (int) $id, $result, $session['session_id'] ?? self::NO_SESSION);
        } catch (Throwable $problem) {
            $this->log("survey $survey, response $id: {$problem->getMessage()}", CLogger::LEVEL_ERROR);
        }
    }

    public function newQuestionAttributes(): void
    {
        $this->event->append('questionAttributes', [
            'byhand' => [
                'types' => implode('', self::TEXT),
                'category' => 'Byhand',
                'sortorder' => 1,
                'inputtype' => 'singleselect',
                'options' => ['' => 'Only long and huge free text', 'Y' => 'Yes', 'N' => 'No'],
                'default' => '',
                'caption' => 'Record and analyze',
                'help' => 'Byhand records how this question is answered and analyzes the answer.',
            ],
        ]);
    }

    public function beforeSurveySettings(): void
    {
        $survey = $this->event->get('survey');
        $this->event->set("surveysettings.{$this->id}", [
            'name' => get_class($this),
            'settings' => [
                'active' => [
                    'type' => 'boolean',
                    'label' => 'Record and analyze open-ended questions',
                    'current' => $this->get('active', 'Survey', $survey, '1'),
                ],
            ],
        ]);
    }

    public function newSurveySettings(): void
    {
        foreach ($this->event->get('settings') as $name => $value) {
            $this->set($name, $value, 'Survey', $this->event->get('survey'));
        }
    }

    public function beforeToolsMenuRender(): void
    {
        $survey = (int) $this->event->get('surveyId');
        if (!$this->isActive($survey) || !$this->mayReadResponses($survey)) {
            return;
        }
        $parameters = ['plugin' => 'Byhand', 'function' => 'verdicts', 'surveyId' => $survey];
        $this->event->append('menuItems', [
            new \LimeSurvey\Menu\MenuItem([
                'label' => 'Byhand verdicts (CSV)',
                'iconClass' => 'ri-download-fill',
                'href' => $this->api->createUrl('plugins/direct', $parameters),
            ]),
        ]);
    }

    public function newDirectRequest(): void
    {
        if ($this->event->get('target') !== 'Byhand' || $this->event->get('function') !== 'verdicts') {
            return;
        }
        $survey = (int) App()->request->getParam('surveyId');
        if (!$this->mayReadResponses($survey)) {
            throw new CHttpException(403, gT('No permission'));
        }
        $columns = ['response_id', 'verdict', 'checks_failed', 'session_id', 'analyzed_at'];
        header('content-type: text/csv; charset=utf-8');
        header("content-disposition: attachment; filename=\"byhand-$survey.csv\"");
        $file = fopen('php://output', 'w');
        fputcsv($file, $columns);
        $rows = $this->api->getTable($this, self::TABLE)
            ->findAllByAttributes(['survey_id' => $survey], ['order' => 'response_id']);
        foreach ($rows as $row) {
            fputcsv($file, array_map(fn ($column) => $row->$column, $columns));
        }
        fclose($file);
        App()->end();
    }

    public function saveSettings($settings)
    {
        $settings = array_map(fn ($value) => trim((string) $value), $settings);
        $settings['url'] = rtrim($settings['url'], '/');
        $problem = $this->problemWith($settings);
        if ($problem === null) {
            parent::saveSettings($settings);
            return;
        }
        App()->user->setFlash('error', $problem);
        App()->getController()->redirect(['/admin/pluginmanager', 'sa' => 'configure', 'id' => $this->id]);
    }

    private function problemWith(array $settings): ?string
    {
        return match (true) {
            !preg_match('~^https?://[^/\s]+(/\S*)?$~', $settings['url'])
                => 'The URL of the service must begin with https:// or http://.',
            !str_starts_with($settings['siteKey'], 'bh_pk_') => 'The site key must begin with bh_pk_.',
            !str_starts_with($settings['secretKey'], 'bh_sk_') => 'The secret key must begin with bh_sk_.',
            !str_starts_with($settings['script'], '/') => 'The path of the browser script must begin with a slash.',
            default => null,
        };
    }

    private function setting(string $name): string
    {
        return (string) $this->get($name, null, null, $this->settings[$name]['default'] ?? '');
    }

    private function isActive(int $survey): bool
    {
        return $this->setting('url') !== ''
            && $this->setting('siteKey') !== ''
            && (string) $this->get('active', 'Survey', $survey, '1') === '1';
    }

    private function mayReadResponses(int $survey): bool
    {
        return Permission::model()->hasSurveyPermission($survey, 'responses', 'read');
    }

    /** The script is async: a service that does not answer must not delay the page. */
    private function loadScript(): void
    {
        $url = $this->setting('url');
        App()->getClientScript()->registerScriptFile("$url/integrations/page.js", CClientScript::POS_HEAD, [
            'async' => true,
            'data-src' => $url . $this->setting('script'),
            'data-site-key' => $this->setting('siteKey'),
            // Only fields that beforeQuestionRender names.
            'data-questions' => '',
        ]);
    }

    /** A page without a recording, such as one that was restored from a cache, keeps the session of the page before. */
    private function rememberSession(int $survey): void
    {
        $session = App()->session["byhand_$survey"] ?? [];
        foreach (['session_id', 'fingerprint_id'] as $name) {
            $value = App()->request->getPost("byhand_$name");
            // No characters with which a spreadsheet could read a formula.
            $isId = is_string($value) && preg_match('/^[\w-]+$/D', $value) && strlen($value) <= self::MAX_ID_BYTES;
            if ($isId && $value !== self::NO_SESSION) {
                $session[$name] = $value;
            }
        }
        App()->session["byhand_$survey"] = $session;
    }

    private function questionOf(int $survey, string $setting): ?Question
    {
        $code = $this->setting($setting);
        return $code === ''
            ? null
            : Question::model()->findByAttributes(['sid' => $survey, 'parent_qid' => 0, 'title' => $code]);
    }

    private function isConsentOnPage(int $survey): bool
    {
        $question = $this->questionOf($survey, 'consentQuestion');
        if ($question === null) {
            return true;
        }
        $answer = LimeExpressionManager::ProcessStepString("{{$question->title}.NAOK}", [], 1, true);
        return $answer === $this->setting('consentAnswer');
    }

    private function isRecorded(int $question, string $type): bool
    {
        if (!in_array($type, self::TEXT, true)) {
            return false;
        }
        $choice = QuestionAttribute::model()->getQuestionAttributes($question)['byhand'] ?? '';
        return $choice === 'Y' || ($choice !== 'N' && in_array($type, self::LONG_TEXT, true));
    }

    /** Null if there is nothing to analyze. */
    private function analyze(int $survey, int $id, array $session): ?array
    {
        $response = Response::model($survey)->findByPk($id)->decrypt();
        $consent = $this->questionOf($survey, 'consentQuestion');
        $answered = fn (Question $question) => (string) $response->getAttribute($question->getBasicFieldName());
        if ($consent !== null && $answered($consent) !== $this->setting('consentAnswer')) {
            return null;
        }
        $questions = $answers = [];
        foreach ($this->recordedQuestions($survey) as $question) {
            $questions[$question->title] = $this->textOf($question);
            $answers[$question->title] = $answered($question);
        }
        if ($questions === []) {
            return null;
        }
        $panel = $this->questionOf($survey, 'participantQuestion');
        $request = [
            'survey_id' => (string) $survey,
            'participant_id' => ($panel === null ? '' : $answered($panel)) ?: (string) $id,
            'questions' => (object) $questions,
            'responses' => (object) $answers,
            'session_id' => self::NO_SESSION,
            ...$session,
        ];
        $client = new ByhandClient($this->setting('url'), $this->setting('secretKey'));
        return $client->analyze($request, isset($session['session_id']));
    }

    /** @return Question[] */
    private function recordedQuestions(int $survey): array
    {
        $texts = Question::model()->findAllByAttributes(
            ['sid' => $survey, 'parent_qid' => 0, 'type' => self::TEXT],
            ['order' => 'qid']
        );
        return array_filter($texts, fn ($question) => $this->isRecorded($question->qid, $question->type));
    }

    /** In the language of the participant, without markup. */
    private function textOf(Question $question): string
    {
        $texts = $question->questionl10ns;
        $html = ($texts[App()->language] ?? reset($texts))->question;
        $shown = strip_tags(LimeExpressionManager::ProcessStepString($html, [], 3, true));
        return trim(preg_replace('/\s+/u', ' ', html_entity_decode($shown, ENT_QUOTES | ENT_HTML5, 'UTF-8')));
    }

    private function store(int $survey, int $id, array $result, string $session): void
    {
        $question = $this->questionOf($survey, 'verdictQuestion');
        if ($question !== null) {
            $value = $question->encrypted === 'Y' ? LSActiveRecord::encryptSingle($result['verdict']) : $result['verdict'];
            Response::model($survey)->updateByPk($id, [$question->getBasicFieldName() => $value]);
        }
        $key = ['survey_id' => $survey, 'response_id' => $id];
        $row = $this->api->getTable($this, self::TABLE)->findByAttributes($key)
            ?? $this->api->newModel($this, self::TABLE);
        $values = [
            ...$key,
            'verdict' => $result['verdict'],
            'checks_failed' => $result['num_checks_failed'] ?? null,
            'session_id' => $session,
            'analyzed_at' => gmdate('Y-m-d H:i:s'),
        ];
        foreach ($values as $name => $value) {
            $row->$name = $value;
        }
        $row->save(false);
    }
}
