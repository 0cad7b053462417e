import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/long/**", "node_modules/**"],
    pool: "forks",
    // Two cores: more processes only wait for each other.
    poolOptions: { forks: { minForks: 1, maxForks: 2 } },
    testTimeout: 30_000,
  },
})
