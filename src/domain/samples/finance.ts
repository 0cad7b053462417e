/** A small business owner who keeps cash and dislikes surprises. */
import type { LearnSample } from "../LearnSample.ts"

export const finance: LearnSample = {
  schema_version: "edge.demo.learn.sample.v1",
  sample_id: "finance_conservative_cashflow_v1",
  peer_id: "peer_bakery_owner",
  app_id: "cashflow_planner",
  base_model_id: "edge-micro",
  question: "What is the fee for 1200?",
  records: [
    { record_id: "g1", kind: "goal", text: "Keep three months of fixed costs in cash at all times." },
    { record_id: "g2", kind: "goal", text: "Pay every supplier on the day that the invoice names, and not before." },
    { record_id: "h1", kind: "habit", text: "Plans with the lowest month of the last two years." },
    { record_id: "h2", kind: "habit", text: "Reads amounts in euros and rounds to whole euros." },
    { record_id: "l1", kind: "limit", text: "No loan with a rate that can change." },
    { record_id: "l2", kind: "limit", text: "No purchase above 2000 euros without one night of sleep." },
  ],
  corrections: [
    {
      correction_id: "c1",
      correction_type: "preference",
      peer_id: "peer_bakery_owner",
      overlay: { answer_style: "the amount first, then one reason", currency: "EUR" },
      supports: ["g2"],
    },
    {
      correction_id: "c2",
      correction_type: "fact_correction",
      peer_id: "peer_bakery_owner",
      overlay: { rent_due_day: 3 },
      supports: ["lease_2024", "bank_statement_05"],
    },
    {
      correction_id: "c3",
      correction_type: "eval_feedback",
      peer_id: "peer_bakery_owner",
      overlay: { helpful: true },
      supports: [],
    },
  ],
  tool_schema_export: [{ name: "calculate_fee" }, { name: "order_status" }],
  expected_tool_policy: [
    { question: "What is the fee for 1200?", tool_name: "calculate_fee" },
    { question: "Should I buy the second oven now?", tool_name: null },
  ],
}
