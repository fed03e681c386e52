import { extractText, getDocumentProxy } from 'unpdf'

/** The words of a PDF as a reader would copy them, pages one after the other. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })
  return text.join('\n')
}
