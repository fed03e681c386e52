import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { useCallback, useRef, useState } from 'react'
import { api } from '../../shared/api.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { type FileProblem, sortFiles } from './upload.rules.ts'

interface UploadState {
  /** Files that can be sent. */
  readonly files: readonly File[]
  readonly refused: readonly { readonly file: File; readonly reason: FileProblem }[]
  /** 0 to 100 while sending; undefined when nothing is being sent. */
  readonly percent: number | undefined
  readonly error: unknown
  /** The import that the sent files began. */
  readonly started: ImportView | undefined
}

const nothing: UploadState = {
  files: [],
  refused: [],
  percent: undefined,
  error: undefined,
  started: undefined,
}

/** Sends selected files to an order: at once if all are valid, otherwise after confirmation. */
export function useUpload(orderId: string) {
  const [state, setState] = useState(nothing)
  const abort = useRef<AbortController>(null)
  useDirty(state.percent !== undefined)

  const start = useCallback(
    async (files: readonly File[]) => {
      const stop = new AbortController()
      abort.current = stop
      setState({ ...nothing, files, percent: 0 })
      try {
        const started = await api('POST /api/orders/:id/imports', {
          params: { id: orderId },
          upload: { field: 'files', files },
          onProgress: (percent) => setState((now) => ({ ...now, percent })),
          signal: stop.signal,
        })
        setState({ ...nothing, started })
      } catch (error) {
        setState(stop.signal.aborted ? nothing : { ...nothing, error })
      }
    },
    [orderId],
  )
  const choose = useCallback(
    (chosen: readonly File[]) => {
      if (chosen.length === 0) return
      const { good, refused } = sortFiles(chosen)
      if (refused.length === 0) void start(good)
      else setState({ ...nothing, files: good, refused })
    },
    [start],
  )
  return {
    state,
    choose,
    /** Sends the files that can be sent. */
    send: useCallback(() => void start(state.files), [start, state.files]),
    cancel: useCallback(() => abort.current?.abort(), []),
    reset: useCallback(() => setState(nothing), []),
  }
}
