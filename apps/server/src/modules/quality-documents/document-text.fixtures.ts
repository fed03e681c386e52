import { buffer } from 'node:stream/consumers'
import {
  type QualityDocumentKind,
  type DocumentLanguage,
  documentLanguages,
} from '@cloud-factory/domain/quality-documents/document-labels'
import { testActor } from '../../../test/actor.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import type { Sheet } from '../../platform/pdf/pdf.types.ts'
import { dossierSources } from './dossier.ts'
import { inspectionDocuments } from './inspection-document.ts'
import { type QualityDocumentDeps, frameOf, pdfFile } from './document-frame.ts'

export const bytesOf = (file: FileReply) => buffer(file.body)

/** What a reader finds in a PDF, with single spaces. */
export const textOf = async (file: FileReply): Promise<string> =>
  (await pdfText(await bytesOf(file))).replaceAll(/\s+/g, ' ')

/** The report of an inspection as it is handed to the drawing. */
export async function sheetText(
  deps: QualityDocumentDeps,
  id: string,
  language: DocumentLanguage,
): Promise<string> {
  const document = await inspectionDocuments.load(deps, testActor({ tags: ['quality.view'] }), id)
  return JSON.stringify(await document.sheet(await frameOf(deps, 1, language)))
}

/** Text of one document with the paper in every language: a thread that draws costs more than its sheets. */
export async function inAllLanguages(
  deps: QualityDocumentDeps,
  kind: QualityDocumentKind,
  id: string,
): Promise<string> {
  const actor = testActor({ tags: ['quality.view'] })
  const document = await dossierSources.find((source) => source.kind === kind)?.load(deps, actor, id)
  if (document === undefined) throw new Error(`no papers of ${kind}`)
  const sheets: Sheet[] = []
  for (const language of documentLanguages)
    sheets.push(await document.sheet(await frameOf(deps, actor.plantId, language)))
  return textOf(pdfFile(kind, sheets, await frameOf(deps, actor.plantId, 'zh'), document.at))
}
