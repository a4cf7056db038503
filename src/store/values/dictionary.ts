/**
 * Typical content of small blobs. The compressor refers to it, so that a blob contains only what is new: a report takes
 * half of the space, and a batch two thirds.
 *
 * Stored blobs cannot be read with another text. Once this is released, a new dictionary needs a number in front of its
 * blobs, and this one stays.
 */
import { Buffer } from 'node:buffer'

const NETWORK =
  '"network":{"country":"US","asn":7922,"operator":"Comcast Cable Communications, LLC","hosting":false,"vpn":false,"tor":false}'
const NO_NETWORK =
  '"network":{"country":null,"asn":null,"operator":null,"hosting":null,"vpn":null,"tor":null}'

/** Text that batches begin with, the most frequent last: near text has shorter references. */
const BATCHES = Buffer.from(
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    '"platform":"MacIntel","vendor":"Apple Computer, Inc.","platform":"iPhone","engine":"webkit","platform":"Linux armv81","os":"Android","mobile":true,"os":"macOS","os":"Linux","engine":"gecko","vendor":"","brands":{"absent":"unsupported"},',
    '"webgl_vendor":"Apple Inc.","webgl_renderer":"Apple GPU","webgl_vendor":"Google Inc. (NVIDIA)","webgl_renderer":"ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 (0x00002504) Direct3D11 vs_5_0 ps_5_0, D3D11)","webgl_vendor":"Google Inc. (Google)","webgl_renderer":"ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)","webgl_vendor":{"absent":"unsupported"},"webgl_renderer":{"absent":"unsupported"},',
    '"zone":"America/Los_Angeles","zone":"Europe/London","zone":"Asia/Kolkata","zone":"Europe/Berlin","zone":"UTC",',
    '"device":[{"at":"load","signals":{"user_agent":"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36","platform":"Win32","vendor":"Google Inc.","brands":["Not:A-Brand/8","Chromium/150","Google Chrome/150"],"mobile":false,"os":"Windows","webdriver":false,"driver_globals":[],"runtime_probe":0,"proxy_frames":false,"frame_before_attach":false,"navigator_own":[],"engine":"chromium","brave":false,"languages":["en-US","en"],"locale":"en-US","zone":"America/New_York","utc_offset":300,"inner":[1920,945],"outer":[1920,1040],"screen":[1920,1080],"available":[1920,1040],"window_at":[0,0],"orientation":"landscape-primary","scale":1,"color_depth":24,"pointer":"fine","any_pointer":"fine","hover":true,"touch_points":0,"cores":8,"memory":8,"plugins":5,"pdf_viewer":true,"reduced_motion":false,"forced_colors":false,"history_length":2,"user_active":false,"page_focused":true,"secure_context":true,"framed":false,"webgl_vendor":"Google Inc. (Intel)","webgl_renderer":"ANGLE (Intel, Intel(R) UHD Graphics 620 (0x00003EA0) Direct3D11 vs_5_0 ps_5_0, D3D11)","webdriver_frame":false,"window_extra":[],"patched_natives":[],"frame_mismatch":[],"active_text":"rgb(255, 0, 0)","scrollbar_width":15,"geolocation_native":true}},{"at":"load","signals":{"full_brands":["Not:A-Brand/8.0.0.0","Chromium/150.0.7871.101","Google Chrome/150.0.7871.101"],"permission_mismatch":false,"storage_quota":10240,"heap_limit":4192,"geolocation":{"absent":"not_granted"}}},{"at":"submit","signals":{"webdriver":false,"driver_globals":[],"runtime_probe":0,"inner":[1920,945],"outer":[1920,1040],"screen":[1920,1080],"scale":1,"user_active":true,"page_focused":true}}],',
    '"edits":[[0,71023,0,0,"W"],[0,73857,1,0,"e"],[0,74929,2,0," "],',
    `"final":true,"names":[["path","/checkout"],["button","Submit"],["link","Home"],["text","Email"],["question","q1"],["button","Continue"]],"sent_at":1794713778731},{"userAgent":"","acceptLanguage":"en-US,en;q=0.9","clientHints":"sec-ch-ua: \\"Not:A-Brand\\";v=\\"8\\", \\"Chromium\\";v=\\"150\\"\\nsec-ch-ua-mobile: ?0\\nsec-ch-ua-platform: \\"Windows\\"","headers":{"secure":"yes","sec-fetch-site":"same-origin","sec-fetch-mode":"cors","sec-fetch-dest":"empty","accept-encoding":"gzip, deflate, br, zstd"},"at":1794713778735,${NETWORK}}]`,
    `[{"session_id":"","tab":"","page":0,"seq":0,"intro":1,"tags":[],"zone":"America/New_York","time_origin":1794713766501,"start":0,"at":[0,0],"names":[["path","/"]],"sent_at":1794713768197},{"tokenAgeMs":5002,"at":1794713778735,${NO_NETWORK}}]`,
  ].join('\n'),
)

const REPORTS = Buffer.from(
  [
    '70 Auto-reject or high-priority review',
    '50 Manual review or require additional verification',
    '25 Accept with monitoring',
    '0 Unknown',
    '"risk_explanation":"Too little evidence for automatic acceptance: ","risk_explanation":"Automated behavior (","risk_explanation":"Context, which does not decide: Virtual machine (found: software graphics, 2 processor cores, no taskbar); Software rendering (the graphics renderer identifies itself as software).","risk_explanation":"Bot (","recommended_action":"Auto-reject or high-priority review","recommended_action":"Manual review or require additional verification","recommended_action":"Accept with monitoring","recommended_action":"Unknown",',
    '"agent_behavior":"Detected","programmatic_typing":"Detected","teleporting_mouse":"Detected","bot":"Detected","virtual_machine":"Detected","software_renderer":"Detected","vpn":"Detected","agent_behavior":"Unknown","programmatic_typing":"Unknown","teleporting_mouse":"Unknown","no_corrections":"Unknown","all_pasted":"Unknown","jump_scrolling":"Unknown","centered_clicks":"Unknown","programmatic_clicking":"Unknown","external_input":"Unknown"},"device_checks":{"bot":"Unknown","virtual_machine":"Unknown","software_renderer":"Unknown","vpn":"Unknown","tor":"Unknown","location_spoofing":"Unknown"},',
    '{"session_id":"","user_id":"","tags":["checkout"],"risk_score":0,"risk_explanation":"No signs of automation were found.","recommended_action":"Auto-accept","biometric_checks":{"agent_behavior":"Not detected","programmatic_typing":"Not detected","teleporting_mouse":"Not detected","no_corrections":"Not detected","all_pasted":"Not detected","jump_scrolling":"Not detected","centered_clicks":"Not detected","programmatic_clicking":"Not detected","external_input":"Not detected"},"device_checks":{"bot":"Not detected","virtual_machine":"Not detected","software_renderer":"Not detected","vpn":"Not detected","tor":"Not detected","location_spoofing":"Not detected"},"risk_parts":{"input":0,"context":0},"evidence_coverage":{"mouse":0,"keyboard":0,"touch":0,"device":true,"network":true,"observed_seconds":60},"model_version":"',
    '[{"action":"Navigated to /","user_time":"Nov 15, 2026 03:36:07","unix_timestamp":1794713767190},',
    '{"action":"Left the tab","user_time":"Jan 2, 2027 03:36:07","unix_timestamp":1794713767190},',
    '{"action":"Returned to the tab","user_time":"Feb 2, 2027 03:36:07","unix_timestamp":1794713767190},',
    '{"action":"Pasted 118 characters into \\"q1\\" after returning to the tab","user_time":"Mar 2, 2027 03:36:07","unix_timestamp":1794713767190},',
    '{"action":"Chose \\"Yes\\"","user_time":"Apr 2, 2027 03:36:07","unix_timestamp":1794713767190},',
    '{"action":"The browser filled in \\"Email\\"","user_time":"May 2, 2027 03:36:07","unix_timestamp":1794713767190},',
    '{"action":"Submitted \\"form\\"","user_time":"Jun 2, 2027 03:36:07","unix_timestamp":1794713767190},',
    '{"action":"Left the page","user_time":"Jul 2, 2027 03:36:07","unix_timestamp":1794713767190}]',
    '{"action":"Typed 40 characters in \\"q1\\" and deleted 5","user_time":"Aug 2, 2027 03:36:07","unix_timestamp":1794713767190},',
    '{"action":"Scrolled to 100% of the page","user_time":"Sep 2, 2027 03:36:07","unix_timestamp":1794713767190},',
    '{"action":"Clicked \\"Continue\\"","user_time":"Oct 2, 2027 03:36:07","unix_timestamp":1794713767190},\n',
  ].join('\n'),
)

export interface BatchPlace {
  readonly sessionId: string
  readonly tab: string
  readonly page: number
  readonly seq: number
  readonly receivedAt: number
}

/** Ends with what the row of the batch says anyway, so that its blob does not repeat it. */
export const batchDictionary = ({ sessionId, tab, page, seq, receivedAt }: BatchPlace): Buffer =>
  withEnd(
    BATCHES,
    `[{"session_id":"${sessionId}","tab":"${tab}","page":${page},"seq":${seq},"sent_at":${receivedAt},"time_origin":${receivedAt}`,
  )

export const reportDictionary = (sessionId: string): Buffer => withEnd(REPORTS, `"session_id":"${sessionId}"`)

const withEnd = (dictionary: Buffer, end: string): Buffer => Buffer.concat([dictionary, Buffer.from(end)])
