<?php
declare(strict_types=1);

/** The decision about a signed result: allow, review or block. */
function decide(string $result): string
{
    if ($result === '') {
        return 'review';
    }
    $body = json_encode(['result' => $result, 'site_key' => getenv('BYHAND_SITE_KEY')]);
    $request = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => ['Content-Type: application/json', 'Authorization: Bearer ' . getenv('BYHAND_SECRET_KEY')],
        'content' => $body,
        'timeout' => 10,
    ]]);
    $response = @file_get_contents(getenv('BYHAND_URL') . '/v1/results/verify', false, $request);
    $answer = json_decode($response === false ? '' : $response, true);
    // Byhand cannot be reached, or the result is forged, expired or of another site.
    if (!is_array($answer) || $answer['valid'] !== true) {
        return 'review';
    }
    return match ($answer['result']['effective_action']) {
        'Auto-reject or high-priority review' => 'block',
        'Unknown' => 'review',
        default => 'allow',
    };
}

if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    header('Content-Type: text/plain');
    $result = $_POST['byhand-result'] ?? '';
    $outcome = decide(is_string($result) ? $result : '');
    if ($outcome === 'block') {
        http_response_code(403);
        exit('This request was refused.');
    }
    // Too little evidence: ask for one more step, such as a link in an email.
    exit($outcome === 'review' ? 'Almost done: open the link in your email.' : 'Welcome!');
}

echo str_replace(
    ['{{byhand}}', '{{site_key}}'],
    [getenv('BYHAND_URL'), getenv('BYHAND_SITE_KEY')],
    file_get_contents(__DIR__ . '/../signup.html'),
);
