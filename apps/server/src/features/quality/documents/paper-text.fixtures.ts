import { buffer } from 'node:stream/consumers'
import { type PaperKind, type PaperLanguage, paperLanguages } from '@cloud-factory/contract/paper-words'
import { testActor } from '../../../../test/actor.ts'
import { pdfText } from '../../../../test/pdf-text.ts'
import type { FileReply } from '../../../platform/http/routes.ts'
import type { Sheet } from '../../../platform/pdf/pdf.types.ts'
import { dossierSources } from './dossier.ts'
import { inspectionPapers } from './inspection-paper.ts'
import type { PaperDoor } from './paper.types.ts'
import { frameOf, pdfFile } from './paper-frame.ts'

export const bytesOf = (file: FileReply) => buffer(file.body)

/** What a reader finds in a PDF, with single spaces. */
export const textOf = async (file: FileReply): Promise<string> =>
  (await pdfText(await bytesOf(file))).replaceAll(/\s+/g, ' ')

/** The report of an inspection as it is handed to the drawing. */
export async function sheetText(door: PaperDoor, id: string, language: PaperLanguage): Promise<string> {
  const paper = await inspectionPapers.load(door, testActor({ tags: ['quality.view'] }), id)
  return JSON.stringify(await paper.sheet(await frameOf(door, 1, language)))
}

/** Text of one document with the paper in every language: a thread that draws costs more than its sheets. */
export async function inAllLanguages(door: PaperDoor, kind: PaperKind, id: string): Promise<string> {
  const actor = testActor({ tags: ['quality.view'] })
  const paper = await dossierSources.find((source) => source.kind === kind)?.load(door, actor, id)
  if (paper === undefined) throw new Error(`no papers of ${kind}`)
  const sheets: Sheet[] = []
  for (const language of paperLanguages)
    sheets.push(await paper.sheet(await frameOf(door, actor.plantId, language)))
  return textOf(pdfFile(kind, sheets, await frameOf(door, actor.plantId, 'zh'), paper.at))
}
