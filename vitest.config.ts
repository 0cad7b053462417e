import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/long/**", "node_modules/**"],
    pool: "forks",
    // Two cores: more processes only wait for each other.
    poolOptions: { forks: { minForks: 1, maxForks: 2 } },
    // Tests wait for what is there, so that only one that fails takes so long.
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
