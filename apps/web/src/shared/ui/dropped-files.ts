/** Files that an operating system puts into folders. */
const noise = /^(\.|__MACOSX$|thumbs\.db$)/i

/** Files of a drop, those inside of folders too. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  // Entries are invalid after the event: collect all of them before reading the first.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  if (entries.length === 0) return [...files]
  return (await Promise.all(entries.map(filesOfEntry))).flat()
}

const filesOfEntry = async (entry: FileSystemEntry): Promise<File[]> => {
  if (entry.isDirectory) return filesOfFolder(entry as FileSystemDirectoryEntry)
  return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))]
}

async function filesOfFolder(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader()
  const found: File[] = []
  // A reader gives its entries in portions; an empty one is the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return found
    const own = entries.filter(({ name }) => !noise.test(name))
    found.push(...(await Promise.all(own.map(filesOfEntry))).flat())
  }
}
