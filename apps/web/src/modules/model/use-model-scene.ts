import type { ModelRevision, RemovedMembers } from '@cloud-factory/contract/model/models'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { graphicsOf, ModelScene, type SceneEvents } from './model-scene.ts'
import type { ChunkSource } from './models.queries.ts'
import { type Paint, removedParts } from './member-view.rules.ts'

/** `none`: this browser shows no three-dimensional graphics; `lost`: it took them away for now. */
type Graphics = 'ready' | 'none' | 'lost'

interface SceneState {
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly scene: ModelScene | null
  readonly graphics: Graphics
  /** Portions that are there. */
  readonly loaded: number
  readonly error: unknown
}

/** The model on a canvas, portion by portion. */
export function useModelScene(
  { id, chunks }: Pick<ModelRevision, 'id' | 'chunks'>,
  paint: Paint,
  onPick: SceneEvents['onPick'],
  fetchChunk: ChunkSource,
): SceneState {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [scene, setScene] = useState<ModelScene | null>(null)
  const [graphics, setGraphics] = useState<Graphics>('ready')
  const [loaded, setLoaded] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const pick = useEffectEvent(onPick)
  const total = chunks.length
  useEffect(() => {
    if (canvas.current === null) return undefined
    const created = sceneOn(canvas.current, {
      onPick: (member, point) => pick(member, point),
      onContext: (isThere) => setGraphics(isThere ? 'ready' : 'lost'),
    })
    setScene(created)
    if (created === null) {
      setGraphics('none')
      return undefined
    }
    const ended = new AbortController()
    const load = async () => {
      if (total === 0) return
      let next = fetchChunk(id, 0, ended.signal)
      for (let position = 0; position < total; position += 1) {
        const chunk = await next
        // On its way while this one is drawn; a page that is left before then abandons it.
        if (position + 1 < total) next = fetchChunk(id, position + 1, ended.signal)
        next.catch(() => undefined)
        created.add(chunk)
        setLoaded(position + 1)
      }
    }
    load().catch((reason: unknown) => {
      if (!ended.signal.aborted) setError(reason)
    })
    return () => {
      ended.abort()
      created.dispose()
      setScene(null)
      setLoaded(0)
    }
  }, [id, total, fetchChunk])
  useEffect(() => scene?.paint(paint), [scene, paint])
  return { canvas, scene, graphics, loaded, error }
}

/** Adds what only the model before had; `first`: number of its first member in this model. */
export function useRemovedParts(
  scene: ModelScene | null,
  removed: RemovedMembers | undefined,
  { first, fetchChunk }: { readonly first: number; readonly fetchChunk: ChunkSource },
): unknown {
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    const id = removed?.modelId ?? null
    if (scene === null || removed === undefined || id === null) return undefined
    const ended = new AbortController()
    const load = async () => {
      for (const position of removed.chunks.keys()) {
        const chunk = await fetchChunk(id, position, ended.signal)
        scene.add(removedParts(chunk, removed, first))
      }
    }
    load().catch((reason: unknown) => {
      if (!ended.signal.aborted) setError(reason)
    })
    return () => ended.abort()
  }, [scene, removed, first, fetchChunk])
  return error
}

function sceneOn(canvas: HTMLCanvasElement, events: SceneEvents): ModelScene | null {
  const context = graphicsOf(canvas)
  return context === null ? null : new ModelScene(canvas, context, events)
}
