export const fingerprint = async (): Promise<string> => ''
