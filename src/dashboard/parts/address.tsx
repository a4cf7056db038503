import { Fragment } from 'react'

/** A text whose addresses break behind their slashes. */
export const breakable = (text: string) =>
  text.split(/(?<=[^/]\/)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))

export const Address = ({ url }: { url: string }) => <bdi className="mono">{breakable(url)}</bdi>
