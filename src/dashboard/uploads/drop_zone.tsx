import { useState } from 'react'
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
      <strong>{file?.name ?? words.drop}</strong>
      <span className="hint">{words.choose}</span>
      <input type="file" accept={ACCEPTED} onChange={(event) => onChoose(event.target.files?.[0])} />
    </label>
  )
}
