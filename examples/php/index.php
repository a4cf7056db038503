<?php
declare(strict_types=1);

/** The decision about a signed result: allow, review or block. */
function decide(string $result): string
{
    // Each result counts once. A missing one is sent too: only the service can tell a bot from an outage.
    $body = json_encode(['result' => $result, 'site_key' => getenv('BYHAND_SITE_KEY'), 'once' => true]);
    $request = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => ['Content-Type: application/json', 'Authorization: Bearer ' . getenv('BYHAND_SECRET_KEY')],
        'content' => $body,
        'timeout' => 10,
    ]]);
    $response = @file_get_contents(getenv('BYHAND_URL') . '/v1/results/verify', false, $request);
    $answer = json_decode($response === false ? '' : $response, true);
    if (!is_array($answer)) {
        log_outage();
        return 'review';
    }
    // The result is missing, forged, expired, used before or of another site.
    if ($answer['valid'] !== true) {
        return 'block';
    }
    return match ($answer['result']['decision']) {
        'accept' => 'allow',
        'reject' => 'block',
        default => 'review',
    };
}

/** Writes to the error log at most once a minute, not for every visitor. */
function log_outage(): void
{
    $mark = sys_get_temp_dir() . '/byhand-outage-' . md5(__FILE__);
    if (time() - (int) @filemtime($mark) >= 60) {
        touch($mark);
        clearstatcache();
        error_log('Byhand cannot be reached, or rejects the secret key. Sign-ups are under review until it responds.');
    }
}

if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    header('Content-Type: text/plain');
    // Pages that send the form with fetch use the header.
    $result = $_SERVER['HTTP_X_BYHAND_RESULT'] ?? $_POST['byhand-result'] ?? '';
    $outcome = decide(is_string($result) ? $result : '');
    if ($outcome === 'block') {
        http_response_code(403);
        exit('This request was refused.');
    }
    // Too little evidence, and the task was not passed: ask for another step, such as a link in an email.
    http_response_code($outcome === 'review' ? 202 : 200);
    exit($outcome === 'review' ? 'Almost done: open the link in your email.' : 'Welcome!');
}

echo str_replace(
    ['{{byhand}}', '{{site_key}}'],
    [getenv('BYHAND_URL'), getenv('BYHAND_SITE_KEY')],
    file_get_contents(__DIR__ . '/../signup.html'),
);
