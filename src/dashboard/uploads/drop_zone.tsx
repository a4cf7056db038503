import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { UserText } from '../parts/user_text.tsx'
import { texts } from '../texts.ts'

const words = texts.uploads
const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.ndjson,.jsonl'

/** A file input that also accepts a dropped file. The whole area is its label. */
export function DropZone({
  file,
  onChoose,
}: {
  file: File | undefined
  onChoose(file: File | undefined): void
}) {
  const [isOver, setOver] = useState(false)
  return (
    <label
      className={isOver ? 'drop-zone over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onChoose(event.dataTransfer.files[0])
      }}
    >
      <Icon name="uploads" />
      <strong>
        <UserText>{file?.name ?? (matchMedia('(hover: none)').matches ? words.tap : words.drop)}</UserText>
      </strong>
      <span className="hint">{words.choose}</span>
      <input
        type="file"
        className="visually-hidden"
        accept={ACCEPTED}
        onChange={(event) => onChoose(event.target.files?.[0])}
      />
      <span className="button" aria-hidden="true">
        {file === undefined ? words.browse : words.other}
      </span>
    </label>
  )
}
