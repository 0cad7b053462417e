/** Where a model computes. */

/** As `--gpu` takes them. */
export const gpuChoices = ["auto", "off", "cuda", "vulkan", "metal"] as const
export type GpuChoice = (typeof gpuChoices)[number]
