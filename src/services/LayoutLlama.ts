/** What the bytes of a saved state depend on, read off a loaded model and its context. */
import type { ChatWrapper, Llama, LlamaContext, LlamaModel } from "node-llama-cpp"
import type { Layout } from "../domain/Imprint.ts"
import { type Sha256, sha256 } from "./Sha256.ts"

interface Measured {
  readonly library: { readonly GgmlType: { readonly [type: number]: string } }
  readonly llama: Llama
  readonly model: LlamaModel
  readonly context: LlamaContext
  readonly wrapper: ChatWrapper
  readonly version: string
  readonly fileSha256: Sha256
}

export const layoutOf = ({ library, llama, model, context, wrapper, version, fileSha256 }: Measured): Layout => {
  const { chat_template = null, ...tokenizer } = model.fileInfo.metadata.tokenizer ?? {}
  const typeName = (type: number): string => library.GgmlType[type] ?? String(type)
  return {
    model: {
      file_sha256: fileSha256,
      tokenizer_sha256: sha256(JSON.stringify(tokenizer)),
      // Some templates are recognised and written by the library's own code.
      template_sha256: sha256(JSON.stringify([wrapper.wrapperName, chat_template])),
    },
    runtime: {
      name: "node-llama-cpp",
      version,
      build: `llama.cpp ${llama.llamaCppRelease.release} ${process.platform}-${process.arch}`,
      gpu: llama.gpu === false ? null : llama.gpu,
      context_size: context.contextSize,
      kv_key_type: typeName(context.kvCacheKeyType),
      kv_value_type: typeName(context.kvCacheValueType),
      flash_attention: String(context.flashAttention),
    },
  }
}
