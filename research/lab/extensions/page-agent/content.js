/** Loads page-agent and the scripted model into the page, as a bookmark or an extension does. */
if (location.pathname === self.task.path) {
  const load = (file, onload) => {
    const script = document.createElement('script')
    script.src = chrome.runtime.getURL(file)
    script.onload = onload
    document.head.append(script)
    return script
  }
  load('page-agent.js?autoInit=false', () => {
    load('model.js').dataset.task = JSON.stringify(self.task)
  })
}
