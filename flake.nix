{
  description = "On-device tool calling: a local model calls your Python functions through a strict, receipted pipeline";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-25.05";

  outputs =
    { self, nixpkgs }:
    let
      inherit (nixpkgs) lib;
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      forEachSystem = make: lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      lock = lib.importJSON ./package-lock.json;

      # The lock file names versions and hashes but no addresses, so npm itself fetches each package from wherever it
      # fetches packages, and the lock file's hash decides whether it is the right one.
      fetchPackages =
        pkgs:
        lib.mapAttrs (place: fetchPackage pkgs (lib.last (lib.splitString "node_modules/" place))) (
          lib.filterAttrs (_: module: module ? integrity) lock.packages
        );
      fetchPackage =
        pkgs: placeName: module:
        let
          name = module.name or placeName;
        in
        pkgs.runCommand "${lib.strings.sanitizeDerivationName name}-${module.version}.tgz"
          {
            outputHash = module.integrity;
            nativeBuildInputs = [
              pkgs.nodejs
              pkgs.cacert
            ];
            impureEnvVars = lib.fetchers.proxyImpureEnvVars;
          }
          ''
            export HOME=$TMPDIR
            npm pack --silent ${lib.escapeShellArg "${name}@${module.version}"}
            mv ./*.tgz $out
          '';
    in
    {
      packages = forEachSystem (pkgs: {
        default = pkgs.buildNpmPackage {
          pname = "edge";
          version = (lib.importJSON ./package.json).version;
          src = self;
          npmDeps = pkgs.importNpmLock {
            npmRoot = ./.;
            packageSourceOverrides = fetchPackages pkgs;
          };
          inherit (pkgs.importNpmLock) npmConfigHook;
          nativeBuildInputs = [
            pkgs.makeWrapper
            pkgs.python3
          ];
          # The installed tree is found from dist/ upwards, as in a checkout.
          installPhase = ''
            runHook preInstall
            npm prune --omit=dev --no-save --ignore-scripts
            mkdir -p $out/lib/edge $out/bin
            cp -r dist runner models examples node_modules LICENSE $out/lib/edge/
            # Not the one of the build, whose dependencies are paths to the fetched archives.
            cp ${./package.json} $out/lib/edge/package.json
            makeWrapper ${lib.getExe pkgs.nodejs} $out/bin/edge \
              --add-flags $out/lib/edge/dist/edge.js \
              --suffix PATH : ${lib.makeBinPath [ pkgs.python3 ]}
            runHook postInstall
          '';
          meta = {
            license = lib.licenses.mit;
            mainProgram = "edge";
          };
        };
      });

      devShells = forEachSystem (pkgs: {
        default = pkgs.mkShell {
          packages = [
            pkgs.nodejs
            pkgs.python3
            pkgs.nix
          ];
        };
      });

      formatter = forEachSystem (pkgs: pkgs.nixfmt-rfc-style);
    };
}
