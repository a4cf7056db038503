/* Runs the commands of a program on this machine through `chrome.debugger`. task.js contains its address. */
importScripts('task.js')

const { address, path } = self.task
let isStarted = false

/** The page may load before this worker starts. */
chrome.tabs.onUpdated.addListener((_tabId, _change, tab) => serve(tab))
chrome.tabs.query({}).then((tabs) => tabs.forEach(serve))

async function serve({ id: tabId, status, url }) {
  const { hostname, pathname } = new URL(url || 'about:blank')
  if (isStarted || status !== 'complete' || hostname !== '127.0.0.1' || pathname !== path) return
  isStarted = true
  await chrome.debugger.attach({ tabId }, '1.3')
  let body = '{}'
  for (;;) {
    const { method, params } = await (await fetch(address, { method: 'POST', body })).json()
    try {
      body = JSON.stringify({ result: await chrome.debugger.sendCommand({ tabId }, method, params) })
    } catch (error) {
      body = JSON.stringify({ error: error.message })
    }
  }
}
