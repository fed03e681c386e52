import { extractText, getDocumentProxy } from 'unpdf'

/** The text of a PDF as a reader would copy it, page by page. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })
  return text.join('\n')
}
