import { Fragment } from 'react'

/** A URL that breaks behind its slashes. */
export function Address({ url }: { url: string }) {
  return (
    <bdi className="mono">
      {url.split(/(?<=[^/]\/)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  )
}
