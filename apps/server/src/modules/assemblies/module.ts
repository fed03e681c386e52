import { subAssembliesApi } from '@cloud-factory/contract/assemblies/sub-assemblies'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { CrudDeps } from '../../platform/crud/crud-routes.ts'
import { readRows, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { routes } from '../../platform/http/routes.ts'
import type { Module } from '../../platform/module.ts'
import { assembliesDemo } from './assemblies.demo.ts'
import { type AssemblyPorts, buildPieces, takePieceOut } from './build-pieces.ts'
import { addSubAssembly, changeSubAssembly, removeSubAssembly } from './save-sub-assemblies.ts'
import { contentsOfMark, contentsOfPiece } from './sub-assemblies.queries.ts'

interface AssembliesDeps extends CrudDeps {
  readonly ports: AssemblyPorts
}

/** Assemblies in assemblies: marks that contain marks, and pieces that are built into pieces. */
export function assembliesModule({ db, clock, ports }: AssembliesDeps): Module {
  /** Runs a command on a line, and replies with the mark that it belongs to. */
  const onLine = async (actor: Actor, id: string, work: (write: Write) => Promise<void>) => {
    const [mark] = await readRows(
      db.reads,
      sql<{
        id: number
      }>`select m.id from sub_assemblies s join marks m on m.order_id = s.order_id and m.mark = s.outer_mark
        where s.plant_id = ${actor.plantId} and s.id = ${id} order by m.id desc limit 1`,
    )
    await db.tx(work)
    return contentsOfMark(db.reads, actor, String(mark?.id ?? fail('not_found')))
  }
  return {
    name: 'assemblies',
    routes: [
      routes(subAssembliesApi, {
        'GET /api/marks/:id/sub-assemblies': ({ actor, params }) =>
          contentsOfMark(db.reads, actor, params.id),
        'POST /api/marks/:id/sub-assemblies': async ({ actor, params, body }) => {
          await db.tx((write) => addSubAssembly(write, actor, params.id, body))
          return contentsOfMark(db.reads, actor, params.id)
        },
        'PATCH /api/sub-assemblies/:id': ({ actor, params: { id }, body }) =>
          onLine(actor, id, (write) => changeSubAssembly(write, actor, id, body)),
        'DELETE /api/sub-assemblies/:id': ({ actor, params: { id }, query }) =>
          onLine(actor, id, (write) => removeSubAssembly(write, actor, id, query.version)),
        'GET /api/pieces/:id/contents': ({ actor, params }) => contentsOfPiece(db.reads, actor, params.id),
        'POST /api/pieces/:id/contents': async ({ actor, params: { id }, body }) => {
          const items = await db.tx((write) => buildPieces(write, actor, id, body, ports, clock.now()))
          return { items: [...items], contents: await contentsOfPiece(db.reads, actor, id) }
        },
        'POST /api/pieces/:id/take-out': async ({ actor, params: { id }, body }) => {
          const outer = await db.tx((write) => takePieceOut(write, actor, id, body.reason, ports))
          return contentsOfPiece(db.reads, actor, outer)
        },
      }),
    ],
    demo: (write, context) => assembliesDemo(write, context, ports),
  }
}
