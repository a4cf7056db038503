<?php

/** Sends survey analyses to the service. A participant waits for at most TIMEOUT_S seconds. */
class ByhandClient
{
    private const CONNECT_TIMEOUT_S = 3;
    private const TIMEOUT_S = 10;
    /** Seconds that the service waits for typing that the browser is still sending. */
    private const WAIT_S = 5;

    public function __construct(private string $url, private string $secretKey)
    {
    }

    /**
     * @param array<string, mixed> $request
     * @return array<string, mixed> the result, with `verdict`
     * @throws RuntimeException if the service cannot be reached or rejects the request
     */
    public function analyze(array $request, bool $isRecorded): array
    {
        $wait = $isRecorded ? self::WAIT_S : 0;
        $call = curl_init("$this->url/survey-check/v021?explain=true&wait=$wait");
        curl_setopt_array($call, [
            CURLOPT_POSTFIELDS => json_encode($request, JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR),
            CURLOPT_HTTPHEADER => ['content-type: application/json', "x-api-key: $this->secretKey"],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_CONNECTTIMEOUT => self::CONNECT_TIMEOUT_S,
            CURLOPT_TIMEOUT => self::TIMEOUT_S,
        ]);
        $body = curl_exec($call);
        $problem = curl_error($call);
        $status = curl_getinfo($call, CURLINFO_RESPONSE_CODE);
        curl_close($call);
        if ($body === false) {
            throw new RuntimeException("The service cannot be reached: $problem");
        }
        $result = json_decode($body, true);
        if ($status !== 200 || !is_string($result['verdict'] ?? null)) {
            $detail = is_string($result['detail'] ?? null) ? $result['detail'] : 'no verdict in the response';
            throw new RuntimeException("The service answered with status $status: $detail");
        }
        return $result;
    }
}
