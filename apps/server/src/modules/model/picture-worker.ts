import { parentPort, workerData } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import { decodeChunk } from '@cloud-factory/domain/model/geometry-chunk'
import { pngOf } from '../../platform/files/painted-png.ts'
import { cameraFor, drawSurface, type PictureJob, type PictureMessage, surfaceOf } from './rasteriser.ts'

// Runs in its own worker: drawing takes seconds of a core.

/** More would take minutes and are smaller than a pixel. */
const maxTriangles = 1_500_000

function* portions({ chunks }: PictureJob) {
  for (const chunk of chunks) yield decodeChunk(new Uint8Array(gunzipSync(chunk)))
}

function draw(job: PictureJob): void {
  const { colours, views, size } = job
  const surface = surfaceOf(portions(job), maxTriangles)
  const angles = Array.from({ length: views }, (_, view) => (view * 2 * Math.PI) / views)
  const camera = cameraFor(surface, angles, size)
  const colourOf = (member: number) =>
    [colours[member * 3] ?? 0, colours[member * 3 + 1] ?? 0, colours[member * 3 + 2] ?? 0] as const
  for (const angle of angles) {
    const picture = pngOf(size, drawSurface(surface, colourOf, { camera, angle, size }))
    parentPort?.postMessage({ picture } satisfies PictureMessage)
  }
}

draw(workerData as PictureJob)
parentPort?.postMessage('done')
