// Builds the server from its sources, INPUT, into the folder OUTPUT: a start otherwise spends half of its time reading a
// thousand modules. Packages are not built in; threads run the sources.
import { relative } from 'node:path'
import { rolldown } from 'rolldown'

const [, , input, output] = process.argv

/** Modules find files and threads by the place of their source, wherever they are built into. */
const sourcePlaces = {
  name: 'source-places',
  transform(code, id) {
    if (!/import\.meta\.(?:url|dirname)/.test(code)) return null
    const source = JSON.stringify(relative(output, id).replaceAll('\\', '/'))
    const ofSource = {
      url: `new URL(${source}, import.meta.url).href`,
      dirname: `pathOfUrl(new URL('.', new URL(${source}, import.meta.url)))`,
    }
    return `import { fileURLToPath as pathOfUrl } from 'node:url'\n${code.replace(
      /import\.meta\.(url|dirname)/g,
      (_, property) => ofSource[property],
    )}`
  },
}

const bundle = await rolldown({
  input,
  platform: 'node',
  external: (id) => !/^(?:\.|\/|@cloud-factory\/|[A-Z]:)/.test(id),
  plugins: [sourcePlaces],
})
await bundle.write({ dir: output, format: 'esm' })
