import type { Plugin } from 'vite'

/**
 * Files most of whose functions run at the first visit of the home page and the order list. React's is not among them: half of
 * it does not run, and compiling all of it at once blocks longer.
 */
const runAtFirst = new Set(['base', 'frame', 'order-list', 'dashboard'])

/**
 * Makes Chromium compile all functions of these files while they arrive, instead of one after the other at their first call.
 * Other browsers ignore the comment. https://wicg.github.io/explicit-javascript-compile-hints-file-based/
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    generateBundle: {
      // It is at the top of the file, so after all others have written there.
      order: 'post',
      handler: (_options, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && runAtFirst.has(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}
