/** The health check of containers: `node healthcheck.js` succeeds if the service on this machine is ready. */
const port = process.env.BYHAND_PORT || 8787
const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
  ({ ok }) => ok,
  () => false,
)
process.exitCode = isReady ? 0 : 1
