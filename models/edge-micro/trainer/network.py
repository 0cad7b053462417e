"""Llama network with a hand-written backward pass: bf16 matrix products (oneDNN), fused C kernels for the rest."""
import ctypes
import math
import os

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
K = ctypes.CDLL(os.environ.get("EDGE_MODEL_KERNELS", os.path.join(HERE, "kernels.so")))
BF = torch.bfloat16


def P(t):
    if t is None:
        return None
    assert t.is_contiguous()
    return ctypes.c_void_p(t.data_ptr())


def I(n):
    return ctypes.c_long(n)


def F(x):
    return ctypes.c_float(x)


CONFIGS = {
    "nano": dict(dim=128, layers=4, heads=4, ffn=384),
    "base": dict(dim=256, layers=6, heads=4, ffn=1024),
    "wide": dict(dim=320, layers=6, heads=5, ffn=832),
}


def config(name, vocab):
    return dict(CONFIGS[name], vocab=vocab, context=4096, eps=1e-5, rope_base=10000.0)


class Network:
    """params: fp32 masters; half: bf16 copies used by the matrix products; grads: fp32."""

    def __init__(self, cfg, seed=0):
        self.cfg = cfg
        d, f, n = cfg["dim"], cfg["ffn"], cfg["layers"]
        g = torch.Generator().manual_seed(seed)

        def normal(*shape, std):
            return torch.randn(*shape, generator=g) * std
        self.params = {"emb": normal(cfg["vocab"], d, std=0.02)}
        for i in range(n):
            self.params[f"{i}.qkv"] = normal(3 * d, d, std=d ** -0.5)
            self.params[f"{i}.o"] = normal(d, d, std=d ** -0.5 / math.sqrt(2 * n))
            self.params[f"{i}.gu"] = normal(2 * f, d, std=d ** -0.5)
            self.params[f"{i}.down"] = normal(d, f, std=f ** -0.5 / math.sqrt(2 * n))
            self.params[f"{i}.n1"] = torch.ones(d)
            self.params[f"{i}.n2"] = torch.ones(d)
        self.params["norm"] = torch.ones(d)
        self.refresh()
        self.grads = {k: torch.zeros_like(v) for k, v in self.params.items()}
        hd = d // cfg["heads"]
        freq = cfg["rope_base"] ** (-torch.arange(0, hd, 2).double() / hd)
        angle = torch.arange(cfg["context"]).double()[:, None] * freq[None]
        self.cos, self.sin = angle.cos().float().contiguous(), angle.sin().float().contiguous()

    def refresh(self):
        self.half = {k: v.to(BF) for k, v in self.params.items()}

    def step(self, ids, rows, targets, weights, backward=True):
        """ids [B,L]; rows: flat positions with a loss; returns (loss per row, hit per row). Fills self.grads."""
        cfg, p, h, K_ = self.cfg, self.params, self.half, K
        B, L = ids.shape
        d, f, H = cfg["dim"], cfg["ffn"], cfg["heads"]
        hd, T, n = d // H, ids.numel(), cfg["layers"]
        scale, eps = hd ** -0.5, cfg["eps"]
        x = torch.empty(T, d)
        K_.embed(P(p["emb"]), P(ids), P(x), I(T), I(d))
        saved, add = [], None

        def norm(x, add, w):
            out, y, inv = (torch.empty(T, d) if add is not None else x), torch.empty(T, d, dtype=BF), torch.empty(T)
            K_.add_rmsnorm(P(x), P(add), P(w), P(y), P(inv), P(out), I(T), I(d), F(eps))
            return out, y, inv
        for i in range(n):
            x0, y1, inv1 = norm(x, add, p[f"{i}.n1"])
            qkv = y1 @ h[f"{i}.qkv"].t()
            q, k, v = (torch.empty(B * H, L, hd, dtype=BF) for _ in range(3))
            K_.rope_split(P(qkv), P(q), P(k), P(v), P(self.cos), P(self.sin), I(B), I(L), I(H), I(hd))
            s = torch.bmm(q, k.transpose(1, 2))
            K_.causal_softmax(P(s), I(B * H), I(L), F(scale))
            o = torch.bmm(s, v)
            om = torch.empty(T, d, dtype=BF)
            K_.heads_to_rows(P(o), P(om), I(B), I(L), I(H), I(hd), ctypes.c_int(0))
            x1, y2, inv2 = norm(x0, om @ h[f"{i}.o"].t(), p[f"{i}.n2"])
            gu = y2 @ h[f"{i}.gu"].t()
            a = torch.empty(T, f, dtype=BF)
            K_.swiglu(P(gu), P(a), I(T), I(f))
            add, x = a @ h[f"{i}.down"].t(), x1
            saved.append((x0, y1, inv1, q, k, v, s, om, x1, y2, inv2, gu, a))
        xf, yf, invf = norm(x, add, p["norm"])
        sel = yf[rows]
        z = sel @ h["emb"].t()
        R, V = z.shape
        loss, hit = torch.empty(R), torch.empty(R)
        K_.cross_entropy(P(z), P(targets), P(weights), P(loss), P(hit), I(R), I(V))
        if not backward:
            return loss, hit
        g = self.grads
        for t in g.values():
            t.zero_()

        def acc(name, value):
            K_.add_bf16(P(g[name]), P(value.contiguous()), I(value.numel()))
        acc("emb", z.t() @ sel)
        dyf = torch.zeros(T, d, dtype=BF)
        dyf[rows] = z @ h["emb"]
        dx, dxb = torch.zeros(T, d), torch.empty(T, d, dtype=BF)
        K_.rmsnorm_bwd(P(dyf), P(xf), P(p["norm"]), P(invf), P(dx), P(dxb), P(g["norm"]), I(T), I(d))
        for i in reversed(range(n)):
            x0, y1, inv1, q, k, v, s, om, x1, y2, inv2, gu, a = saved.pop()
            da = dxb @ h[f"{i}.down"]
            acc(f"{i}.down", dxb.t() @ a)
            K_.swiglu_bwd(P(gu), P(da), I(T), I(f))
            acc(f"{i}.gu", gu.t() @ y2)
            dy2 = gu @ h[f"{i}.gu"]
            K_.rmsnorm_bwd(P(dy2), P(x1), P(p[f"{i}.n2"]), P(inv2), P(dx), P(dxb), P(g[f"{i}.n2"]), I(T), I(d))
            dom = dxb @ h[f"{i}.o"]
            acc(f"{i}.o", dxb.t() @ om)
            do = torch.empty(B * H, L, hd, dtype=BF)
            K_.heads_to_rows(P(dom), P(do), I(B), I(L), I(H), I(hd), ctypes.c_int(1))
            dv = torch.bmm(s.transpose(1, 2), do)
            ds = torch.bmm(do, v.transpose(1, 2))
            K_.causal_softmax_bwd(P(s), P(ds), I(B * H), I(L), F(scale))
            dq = torch.bmm(ds, k)
            dk = torch.bmm(ds.transpose(1, 2), q)
            dqkv = torch.empty(T, 3 * d, dtype=BF)
            K_.rope_merge_bwd(P(dq), P(dk), P(dv), P(dqkv), P(self.cos), P(self.sin), I(B), I(L), I(H), I(hd))
            acc(f"{i}.qkv", dqkv.t() @ y1)
            dy1 = dqkv @ h[f"{i}.qkv"]
            K_.rmsnorm_bwd(P(dy1), P(x0), P(p[f"{i}.n1"]), P(inv1), P(dx), P(dxb), P(g[f"{i}.n1"]), I(T), I(d))
        K_.embed_bwd(P(dx), P(ids), P(g["emb"]), I(T), I(d))
        return loss, hit

    def state(self):
        return {"cfg": self.cfg, "params": self.params}

    def load(self, params):
        for k in self.params:
            self.params[k].copy_(params[k])
        self.refresh()

    def load_gguf(self, tensors):
        """The inverse of `gguf_weights`, over float32 arrays by GGUF name."""
        tensors = {name: torch.from_numpy(array.copy()) for name, array in tensors.items()}
        params = {"emb": tensors["token_embd.weight"], "norm": tensors["output_norm.weight"]}
        for i in range(self.cfg["layers"]):
            b = f"blk.{i}."
            params[f"{i}.qkv"] = torch.cat([tensors[b + f"attn_{x}.weight"] for x in "qkv"])
            params[f"{i}.gu"] = torch.cat([tensors[b + f"ffn_{x}.weight"] for x in ("gate", "up")])
            params[f"{i}.o"], params[f"{i}.down"] = tensors[b + "attn_output.weight"], tensors[b + "ffn_down.weight"]
            params[f"{i}.n1"], params[f"{i}.n2"] = tensors[b + "attn_norm.weight"], tensors[b + "ffn_norm.weight"]
        self.load(params)

    def gguf_weights(self):
        d, f = self.cfg["dim"], self.cfg["ffn"]
        out = {"token_embd.weight": self.params["emb"]}
        for i in range(self.cfg["layers"]):
            b, p = f"blk.{i}.", self.params
            q, k, v = p[f"{i}.qkv"].split(d)
            gate, up = p[f"{i}.gu"].split(f)
            out.update({b + "attn_norm.weight": p[f"{i}.n1"], b + "attn_q.weight": q, b + "attn_k.weight": k, b + "attn_v.weight": v,
                        b + "attn_output.weight": p[f"{i}.o"], b + "ffn_norm.weight": p[f"{i}.n2"], b + "ffn_gate.weight": gate,
                        b + "ffn_up.weight": up, b + "ffn_down.weight": p[f"{i}.down"]})
        out["output_norm.weight"] = self.params["norm"]
        return {n: t.numpy() for n, t in out.items()}


def reference_loss(net, ids, rows, targets, weights, params):
    """The same network in plain fp32 torch autograd, for checking the gradients."""
    cfg = net.cfg
    B, L = ids.shape
    d, H = cfg["dim"], cfg["heads"]
    hd = d // H

    def rms(x, w):
        return x * (x.pow(2).mean(-1, keepdim=True) + cfg["eps"]).rsqrt() * w

    def rope(x):
        a, b = x[..., 0::2], x[..., 1::2]
        c, s = net.cos[:L], net.sin[:L]
        return torch.stack([a * c - b * s, a * s + b * c], -1).flatten(-2)
    x = params["emb"][ids]
    mask = torch.full((L, L), float("-inf")).triu(1)
    for i in range(cfg["layers"]):
        qkv = (rms(x, params[f"{i}.n1"]) @ params[f"{i}.qkv"].t()).view(B, L, 3, H, hd).permute(2, 0, 3, 1, 4)
        q, k, v = rope(qkv[0]), rope(qkv[1]), qkv[2]
        att = (q @ k.transpose(-1, -2) * hd ** -0.5 + mask).softmax(-1)
        x = x + (att @ v).transpose(1, 2).reshape(B, L, d) @ params[f"{i}.o"].t()
        g, u = (rms(x, params[f"{i}.n2"]) @ params[f"{i}.gu"].t()).chunk(2, -1)
        x = x + (torch.nn.functional.silu(g) * u) @ params[f"{i}.down"].t()
    z = rms(x, params["norm"]).reshape(B * L, d)[rows] @ params["emb"].t()
    return (torch.nn.functional.cross_entropy(z, targets, reduction="none") * weights).sum()
