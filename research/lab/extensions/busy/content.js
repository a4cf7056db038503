/* Keeps the page busy for up to 60 ms at a time, as pages with heavy scripts are. */
const work = () => {
  const busyMs = 10 + Math.random() * 50
  for (const start = performance.now(); performance.now() - start < busyMs; );
  setTimeout(work, 40 + Math.random() * 200)
}
work()
