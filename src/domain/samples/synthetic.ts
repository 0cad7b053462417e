/** A person who never lived: for tests and for a first look, with nothing private in it. */
import type { LearnSample } from "../LearnSample.ts"

export const synthetic: LearnSample = {
  schema_version: "edge.demo.learn.sample.v1",
  sample_id: "synthetic_profile_v1",
  peer_id: "peer_synthetic",
  app_id: "edge_demo",
  base_model_id: "edge-micro",
  questions: ["Hello!", "What is the status of order B-20?"],
  records: [
    { record_id: "1", kind: "fact", text: "Lives in a town with one bridge and two bakeries." },
    { record_id: "2", kind: "fact", text: "Wakes up before six and walks to work." },
    { record_id: "3", kind: "style", text: "Likes short answers in plain words." },
  ],
  corrections: [
    {
      correction_id: "1",
      correction_type: "preference",
      peer_id: "peer_synthetic",
      overlay: { units: "metric" },
      supports: [],
    },
  ],
}
