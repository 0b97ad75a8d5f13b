import { defineEngine } from '@rowrate/core'
import { objectbox } from '@rowrate/engine-objectbox'

/** ObjectBox without generated code: objects are read and written through the flatbuffers library, field by field. */
export default defineEngine({
  ...objectbox,
  name: 'objectbox-flatbuffers',
  open: (options) => {
    // Read when a store compiles its entities.
    process.env['OBX_CODEGEN'] = '0'
    return objectbox.open(options)
  },
})
