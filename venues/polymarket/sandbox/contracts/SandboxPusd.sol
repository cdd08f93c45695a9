// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Places} from "./Places.sol";

/// @title The sandbox's stand-in for pUSD, Polymarket's collateral.
contract SandboxPusd is ERC20 {
    address private immutable _bridge;

    /// @notice Only the bridge and the exchanges may mint: for deposits, and for what the simulated market pays.
    error NotMinter(address caller);

    constructor(address bridge) ERC20("", "") {
        _bridge = bridge;
    }

    function name() public pure override returns (string memory) {
        return "Polymarket USD";
    }

    function symbol() public pure override returns (string memory) {
        return "pUSD";
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    /// @notice Creates `value` micro-pUSD for `to`.
    function mint(address to, uint256 value) external {
        require(msg.sender == _bridge || Places.isExchange(msg.sender), NotMinter(msg.sender));
        _mint(to, value);
    }
}
