/** The file or an option cannot be used. The message is shown to the user. */
export class BulkFault extends Error {
  override readonly name: string = 'BulkFault'
}

/** The bytes fit several encodings, so that the user has to choose one. */
export class UndecidedEncoding extends BulkFault {
  override readonly name = 'UndecidedEncoding'
}
