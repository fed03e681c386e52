/** Pages of texts, each with its place in points from the lower left of an A4 sheet across. */
export type Page = readonly (readonly [text: string, x: number, y: number])[]

/** A small PDF, as a CAD program would print a drawing: lines of text at their places. */
export function drawingPdf(pages: readonly Page[]): string {
  const objects = ['<</Type/Catalog/Pages 2 0 R>>']
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  objects.push(`<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`)
  objects.push('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')
  pages.forEach((texts, at) => {
    const content = texts.map(([text, x, y]) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`).join('\n')
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 842 595]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + at * 2} 0 R>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    )
  })
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj${object}endobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return `${text}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`
}

/** A page with a title block. */
export const titleBlock = (drawingNo: string, revision: string): Page => [
  ['Drawing No.', 640, 60],
  [drawingNo, 640, 45],
  ['Rev.', 760, 60],
  [revision, 760, 45],
]
